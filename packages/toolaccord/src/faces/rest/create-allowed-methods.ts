import { TrieRouter } from 'hono/router/trie-router'

/**
 * Tells which methods the routes take at a path; hono's own helper mixes the headers of its 404
 * into the answer.
 */
export function createAllowedMethods(
  routes: readonly { readonly method: string; readonly path: string }[],
): (path: string) => readonly string[] {
  const router = new TrieRouter<readonly string[]>()
  for (const { method, path } of routes)
    router.add('ALL', path, method === 'GET' ? ['GET', 'HEAD'] : [method])
  return (path) => [...new Set(router.match('ALL', path)[0].flatMap(([methods]) => methods))]
}
