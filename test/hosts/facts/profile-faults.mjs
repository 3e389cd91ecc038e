// The table of host profiles held to what was measured.

/** The blocks of a result by the words that they are found by. */
const blockTypes = {
  text: 'second',
  image: 'image',
  audio: 'audio',
  resource_link: 'link',
  resource: 'resource',
}

/** What a profile has to say about a host of which these facts were measured. */
export function toExpectedProfile({ client, shows, offers, answersHeadless }) {
  const isStructure = shows.structure.parts.includes('structure')
  const failed = shows.structure_failed.parts
  return {
    client: client.name,
    shows: isStructure ? 'structure' : 'content',
    dropsBesideStructure: droppedOf(shows),
    takesContentOnly: shows.content_of_schema.parts.includes('first'),
    showsWholeFailures: failed.includes('structure') && failed.includes('first'),
    addsArguments: offers.addsArguments,
    stripsKeywords: offers.stripsKeywords,
    answersHeadless,
  }
}

/** The blocks that are shown without `structuredContent`, and not beside it. */
function droppedOf({ content, structure }) {
  return Object.entries(blockTypes)
    .filter(([, part]) => content.parts.includes(part) && !structure.parts.includes(part))
    .map(([type]) => type)
}

/** What a profile leaves out if it is the usual. */
const usual = {
  dropsBesideStructure: [],
  takesContentOnly: false,
  showsWholeFailures: false,
  addsArguments: [],
  stripsKeywords: [],
}

const toText = (value) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

/** Where a profile is not what was measured. */
export function profileFaults(profile, facts) {
  const given = { ...usual, ...profile }
  const faults = Object.entries(toExpectedProfile(facts))
    .filter(([name, value]) => toText(given[name]) !== toText(value))
    .map(([name, value]) => `${name} is ${toText(given[name])}, and ${toText(value)} was measured`)
  return [...faults, ...answerFaults(profile, facts.cut)]
}

function answerFaults({ answerBytes }, { wholeUpTo, keeps }) {
  if (keeps === undefined || answerBytes <= wholeUpTo) return []
  return [`answerBytes is ${answerBytes}, and answers of over ${wholeUpTo} characters are cut`]
}

/** The faults of a whole table; a host without a profile has one. */
export function tableFaults(profiles, hosts) {
  return Object.entries(hosts).flatMap(([name, facts]) => {
    const profile = profiles.find(({ client }) => client === facts.client.name)
    if (profile === undefined) return [`${name}: no profile has the client ${facts.client.name}`]
    return profileFaults(profile, facts).map((fault) => `${name}: ${fault}`)
  })
}
