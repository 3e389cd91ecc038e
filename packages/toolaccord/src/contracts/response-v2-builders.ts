export const responseV2Builders = {}
