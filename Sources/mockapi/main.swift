import DocumentedRequests
import MockAPICommand

await MockAPICommand.main(catalog: DocumentedRequests.catalog)
