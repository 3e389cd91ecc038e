export const dtprBuilders = {}
