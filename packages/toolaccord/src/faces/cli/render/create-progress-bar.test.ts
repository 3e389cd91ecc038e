import { describe, expect, it } from 'vitest'
import { createProgressBar } from './create-progress-bar.ts'

function createBar(columns = 80) {
  const written: string[] = []
  const write = (text: string) => {
    written.push(text)
  }
  return { written, bar: createProgressBar({ write, isTTY: true, columns }) }
}

const clear = '\r\u001b[K'

describe('the progress bar', () => {
  it('draws over itself and leaves nothing behind', () => {
    const { written, bar } = createBar()
    bar.draw({ done: 1, total: 4, message: 'reading' })
    bar.draw({ done: 4, total: 4 })
    bar.clear()
    bar.clear()
    expect(written).toEqual([
      `${clear}[######------------------] 1/4 reading`,
      `${clear}[########################] 4/4`,
      clear,
    ])
  })

  it('counts where the end is not known', () => {
    const { written, bar } = createBar()
    bar.draw({ done: 7, message: 'files' })
    expect(written).toEqual([`${clear}7 files`])
  })

  it.each([
    [{ done: 9, total: 3 }, '[########################] 9/3'],
    [{ done: -1, total: 3 }, '[------------------------] -1/3'],
    [{ done: 1, total: 0 }, '1'],
  ])('survives %j', (progress, line) => {
    const { written, bar } = createBar()
    bar.draw(progress)
    expect(written).toEqual([clear + line])
  })

  it('stays on one line of the terminal and obeys no control character', () => {
    const { written, bar } = createBar(20)
    bar.draw({ done: 1, message: 'a\nb\u001b[2J and more that is cut' })
    expect(written).toEqual([`${clear}${String.raw`1 a\nb\u001b[2J an`}…`])
  })

  it('is not drawn again when nothing changed', () => {
    const { written, bar } = createBar()
    bar.draw({ done: 1 })
    bar.draw({ done: 1 })
    expect(written).toHaveLength(1)
  })
})
