import type { Command } from '../commands/commands.ts'

/**
 * How a path into the arguments of a tool is spelt on its command line, such as `<id>`, `--entry`
 * or `--param ev`.
 */
export function toArgumentWord({ positionals, flags }: Command, path: string): string {
  const [argument = ''] = path.split(/[.[]/, 1)
  const rest = path.slice(argument.length)
  if (positionals.some((positional) => positional.argument === argument))
    return `<${argument}>${rest}`
  const flag = flags.find((one) => one.argument === argument)
  if (flag === undefined) return path
  return flag.parameter !== undefined && rest.startsWith('.')
    ? `--param ${rest.slice(1)}`
    : `--${flag.name}${rest}`
}
