import type { HostProfile } from './host-profile.ts'

const source = 'npm run hosts'
const date = '2026-11-16'

/**
 * The hosts that are known. `npm run hosts` runs each of them before a scripted model and compares
 * what the model gets with this table.
 *
 * @example
 *   import { hostProfiles } from 'toolaccord/mcp'
 *
 *   hostProfiles.find(({ client }) => client === 'claude-code')?.shows // → 'structure'
 */
export const hostProfiles: readonly HostProfile[] = [
  {
    client: 'claude-code',
    shows: 'structure',
    dropsBesideStructure: ['text'],
    answersHeadless: 'cancel',
    answerBytes: 50_000,
    seen: { versions: '2.1.325', date, source },
  },
  {
    client: 'codex-mcp-client',
    shows: 'structure',
    dropsBesideStructure: ['text', 'image', 'audio', 'resource_link', 'resource'],
    takesContentOnly: true,
    stripsKeywords: [
      'default',
      'deprecated',
      'examples',
      'format',
      'maximum',
      'maxItems',
      'maxLength',
      'minimum',
      'minLength',
      'pattern',
      'title',
    ],
    answersHeadless: 'decline',
    answerBytes: 11_900,
    seen: { versions: '0.166.0', date, source },
  },
  {
    client: 'gemini-cli-mcp-client',
    shows: 'content',
    showsWholeFailures: true,
    addsArguments: ['wait_for_previous'],
    answersHeadless: 'cannot be asked',
    answerBytes: 39_900,
    seen: { versions: '0.61.0', date, source },
  },
  {
    client: '@n8n/n8n-nodes-langchain.mcpClientTool',
    addsArguments: ['toolCallId'],
    seen: {
      versions: '1.119.0',
      date: '2025-12-05',
      source: 'https://github.com/n8n-io/n8n/issues/21500',
    },
  },
]
