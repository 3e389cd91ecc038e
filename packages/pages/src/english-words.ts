/** What a page itself says, in its language. */
export interface PageWords {
  /** The first link, for those who use a keyboard. */
  readonly skip: string
  /** Names the path that leads to the page. */
  readonly trail: string
  /** Names the list of sections. */
  readonly sections: string
  /** The link that loads the page again. */
  readonly refresh: string
  /** Comes before the time of the last change. */
  readonly updated: string
  /** Shown if the server does not answer. */
  readonly lost: string
}

/** The words of a page in English. */
export const englishWords: PageWords = {
  skip: 'Skip to the content',
  trail: 'Where you are',
  sections: 'On this page',
  refresh: 'Refresh',
  updated: 'Updated',
  lost: 'Could not update; trying again.',
}
