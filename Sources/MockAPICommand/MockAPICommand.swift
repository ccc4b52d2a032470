/// The command-line program as a library, so that an executable can offer it with request types of its own.
public enum MockAPICommand {
    /// The version that `--version` shows.
    public static let version = "0.1.0"

    static let commands = [ServeCommand.declaration, VerifyCommand.declaration, CheckCommand.declaration]
}
