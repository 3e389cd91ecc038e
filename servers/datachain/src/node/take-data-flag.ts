/** The folder that a command line names with `--data`, and the words without it. */
export interface DataFlag {
  readonly folder?: string
  readonly rest: readonly string[]
}

/** Takes `--data DIR` out of a command line, wherever it stands before `--`; the last of several counts. Throws a TypeError where the folder is missing. */
export function takeDataFlag(argv: readonly string[]): DataFlag {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const at = argv.findIndex((word, index) => index < end && (word === '--data' || word.startsWith('--data=')))
  if (at === -1) return { rest: argv }
  const [word = '', next] = argv.slice(at, at + 2)
  const isInline = word !== '--data'
  const folder = isInline ? word.slice('--data='.length) : next
  if (folder === undefined || folder === '' || (!isInline && folder.startsWith('--'))) throw new TypeError('--data needs a folder: give it as --data DIR.')
  const { folder: later, rest } = takeDataFlag([...argv.slice(0, at), ...argv.slice(at + (isInline ? 1 : 2))])
  return { folder: later ?? folder, rest }
}
