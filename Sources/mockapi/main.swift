import MockAPICommand
import MockAPIScenarios

await MockAPICommand.main(catalog: RequestCatalog())
