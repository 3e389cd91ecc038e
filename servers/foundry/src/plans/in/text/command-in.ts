const runners = new Set(
  (
    'npm pnpm yarn npx bun bunx node deno cargo go pytest python python3 make mvn gradle ./gradlew ' +
    './mvnw dotnet ruff tox uv poetry bundle rake composer php swift ctest cmake bazel just tsc ' +
    'eslint vitest jest playwright mix flutter dart terraform helm bash sh'
  ).split(' '),
)

/** Returns the command that a text consists of; undefined if the text says more than that. */
export function commandIn(text: string): string | undefined {
  const plain = text.trim().replace(/^(?:run|execute|verify with|test with|test)\s*:?\s+/i, '')
  const code = /^`([^`\n]+)`[.;]?(?:\s+(?:passes|succeeds|is green))?[.;]?$/i.exec(plain)?.[1]
  const command = code?.trim()
  if (command === undefined) return undefined
  const [first = ''] = command.split(/\s+/)
  return runners.has(first) ? command : undefined
}
