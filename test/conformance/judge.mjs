// Reads the summary that the conformance suite prints. The suite is content although scenarios of
// extensions fail, so every failure must be one that is named here with its reason.

/** Scenarios that fail today, by revision, each with the reason. */
const none = { '2026-07-28': {}, '2025-11-25': {} }

// A summary has one line for each scenario: its name, then how many checks passed and failed.
const line = /^\s*[✓✗]\s+(\S+): (\d+) passed, (\d+) failed/gm
// oxlint-disable-next-line no-control-regex
const colours = /\u001B\[[0-9;]*m/g

/** What passed, what is left out, and what must be mended, by the printed summary of a revision. */
export function judge(text, revision, known = none) {
  const reasons = known[revision] ?? {}
  const faults = []
  const leftOut = []
  let passed = 0
  for (const [, scenario, , failed] of text.replaceAll(colours, '').matchAll(line)) {
    const reason = reasons[scenario]
    const hasFailed = failed !== '0'
    if (!hasFailed) passed++
    if (hasFailed && reason !== undefined) leftOut.push({ scenario, reason })
    if (hasFailed && reason === undefined) faults.push(`${scenario}: ${failed} checks failed`)
    if (!hasFailed && reason !== undefined)
      faults.push(`${scenario} passes now; take it out of the list in judge.mjs`)
  }
  if (passed === 0) faults.push('no summary was found in what the suite printed')
  return { passed, leftOut, faults }
}
