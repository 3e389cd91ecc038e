/** The colours of one scheme; every ink is easy to read on its backgrounds. */
export interface Palette {
  readonly paper: string
  readonly card: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly accent: string
  readonly accentSoft: string
  readonly warn: string
  readonly warnSoft: string
  readonly fresh: string
  readonly freshSoft: string
}

/** The colours of the light scheme, and of print. */
export const lightPalette: Palette = {
  paper: '#f6f5f1',
  card: '#ffffff',
  ink: '#1c2321',
  muted: '#56605b',
  line: '#dcdad2',
  accent: '#17605a',
  accentSoft: '#e2efed',
  warn: '#7a3d00',
  warnSoft: '#fcf0dc',
  fresh: '#57348a',
  freshSoft: '#efe8f8',
}

/** The colours of the dark scheme. */
export const darkPalette: Palette = {
  paper: '#131615',
  card: '#1b201e',
  ink: '#e7ebe8',
  muted: '#a6b0ab',
  line: '#363e3a',
  accent: '#86d0c7',
  accentSoft: '#1d3431',
  warn: '#f3c680',
  warnSoft: '#392b14',
  fresh: '#ceb6f1',
  freshSoft: '#2d2441',
}
