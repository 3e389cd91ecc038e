export const chemigramBuilders = {}
