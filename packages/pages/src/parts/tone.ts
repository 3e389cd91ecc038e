/** What the colour of a part says; words beside it always say it too. */
export type Tone = 'calm' | 'busy' | 'good' | 'warn' | 'bad' | 'fresh'
