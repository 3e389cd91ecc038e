export const mcpGuideBuilders = {}
