/** The URI of the view in which hosts of MCP Apps show rendered documents. */
export const viewUri = 'ui://datachain/view.html'
