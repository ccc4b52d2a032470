// This file is replaced by the target's first real one.
