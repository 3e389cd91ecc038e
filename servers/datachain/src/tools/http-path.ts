/** What a model is told about `url`: it may be connected over stdio, where there is no HTTP. */
export const httpPath =
  'url is a path below the address of the HTTP server, and of no use if the server runs on stdio.'
