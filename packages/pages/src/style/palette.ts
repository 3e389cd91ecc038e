/** The colours of one scheme; every ink is easy to read on its backgrounds. */
export interface Palette {
  readonly paper: string
  readonly card: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  /** Borders of fields, which have to be seen. */
  readonly edge: string
  readonly accent: string
  readonly accentSoft: string
  readonly calm: string
  readonly calmSoft: string
  readonly busy: string
  readonly busySoft: string
  readonly good: string
  readonly goodSoft: string
  readonly warn: string
  readonly warnSoft: string
  readonly bad: string
  readonly badSoft: string
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
  edge: '#7d8681',
  accent: '#17605a',
  accentSoft: '#e2efed',
  calm: '#4a534f',
  calmSoft: '#eceae4',
  busy: '#1b5590',
  busySoft: '#e3eef9',
  good: '#1e6335',
  goodSoft: '#e2f1e5',
  warn: '#7a3d00',
  warnSoft: '#fcf0dc',
  bad: '#9c2427',
  badSoft: '#fbe8e6',
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
  edge: '#7f8a84',
  accent: '#86d0c7',
  accentSoft: '#1d3431',
  calm: '#bcc5c0',
  calmSoft: '#2a302d',
  busy: '#9fc9f3',
  busySoft: '#1a2f46',
  good: '#93d4a3',
  goodSoft: '#1a3423',
  warn: '#f3c680',
  warnSoft: '#392b14',
  bad: '#f6aca6',
  badSoft: '#43211f',
  fresh: '#ceb6f1',
  freshSoft: '#2d2441',
}
