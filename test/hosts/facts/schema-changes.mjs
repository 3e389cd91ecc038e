// What a host changes in a schema before it offers the tool.

/**
 * The keywords of a schema that are gone, the properties that say something else, and the arguments
 * that are new.
 */
export function schemaChanges(before, after) {
  const stripped = new Set()
  const rewrites = {}
  for (const [name, property] of Object.entries(before.properties)) {
    const offered = after.properties[name] ?? {}
    if (hasOther(property, offered)) rewrites[name] = offered
    else for (const keyword of lostIn(property, offered)) stripped.add(keyword)
  }
  return {
    stripsKeywords: [...stripped].toSorted(),
    rewrites,
    addsArguments: Object.keys(after.properties).filter((name) => !(name in before.properties)),
  }
}

const lostIn = (before, after) => Object.keys(before).filter((keyword) => !(keyword in after))

/** True if there is something that was not there before. */
const hasOther = (before, after) =>
  Object.entries(after).some(
    ([keyword, value]) => JSON.stringify(before[keyword]) !== JSON.stringify(value),
  )
