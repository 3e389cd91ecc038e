import { TrieRouter } from 'hono/router/trie-router'

/**
 * Creates a function that returns the methods which the routes take at a path. Hono's own helper
 * mixes the headers of its 404 into the answer.
 */
export function createAllowedMethods(
  routes: readonly { readonly method: string; readonly path: string }[],
): (path: string) => readonly string[] {
  const router = new TrieRouter<readonly string[]>()
  for (const { method, path } of routes)
    router.add('ALL', path, method === 'GET' ? ['GET', 'HEAD'] : [method])
  return (path) => {
    const [matches] = router.match('ALL', path)
    return [...new Set(matches.flatMap(([methods]) => methods))]
  }
}
