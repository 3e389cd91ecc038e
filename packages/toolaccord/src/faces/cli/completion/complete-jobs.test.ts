import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createJobServer } from '../../../../test/job-server.ts'
import { shellQuote } from '../render/escape.ts'
import { toCompletionScript } from './to-completion-script.ts'

const server = createJobServer()
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

/** What a shell would offer for the last word. */
const offers = {
  bash(...words: readonly string[]) {
    const line = ['lab', ...words]
    const script = `${toCompletionScript('bash', server, 'lab')}
COMP_WORDS=(${line.map(shellQuote).join(' ')}); COMP_CWORD=${line.length - 1}
_lab_completion
printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
  },
  fish(...words: readonly string[]) {
    const complete = `complete -C ${shellQuote(['lab', ...words].join(' '))}`
    const script = `${toCompletionScript('fish', server, 'lab')}\n${complete}`
    const out = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' })
    return out
      .split('\n')
      .filter(Boolean)
      .map((offer) => offer.split('\t')[0])
  },
}

describe.each(['bash', 'fish'] as const)('completion of jobs in %s', (shell) => {
  it.skipIf(!isInstalled(shell))('knows what can be done with them', () => {
    expect(offers[shell]('jo')).toEqual(['jobs'])
    expect(offers[shell]('jobs', 's')).toEqual(['show'])
    expect(offers[shell]('jobs', '--f')).toEqual(['--failed'])
    expect(offers[shell]('develop', '--det')).toEqual(['--detach'])
  })
})

describe('completion of jobs in zsh', () => {
  it('knows what can be done with them', () => {
    const script = toCompletionScript('zsh', server, 'lab')
    expect(script).toContain('(jobs) candidates=(show wait cancel)')
    expect(script).toContain('--failed:List only the jobs')
    expect(script).toContain('--detach:Start it')
  })

  it.skipIf(!isInstalled('zsh'))('is syntax that zsh accepts', () => {
    const input = toCompletionScript('zsh', server, 'lab')
    const { status, stderr } = spawnSync('zsh', ['-n'], { input, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})
