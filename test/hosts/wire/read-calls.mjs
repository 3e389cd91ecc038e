// The messages between a host and a server, read as calls.

const isQuestion = ({ method }) => method === 'elicitation/create'
const wantsInput = ({ result }) => result?.resultType === 'input_required'

/**
 * The calls of tools in the order in which they were made, each with the questions that it asked,
 * the progress that it reported and its result. A call that was asked in the way of 2026-07-28 is
 * made again with the answers; that is one call here.
 */
export function readCalls(wire) {
  const calls = []
  const byId = new Map()
  const asked = new Map()
  for (const { from, message } of wire) {
    if (message === undefined) continue
    if (from === 'client' && message.method === 'tools/call') takeCall(message)
    else if (from === 'client' && asked.has(message.id)) takeAnswer(message)
    else if (from === 'server') takeFromServer(message)
  }
  return calls

  function takeCall({ id, params }) {
    const { name, arguments: args, inputResponses } = params
    const last = calls.at(-1)
    const isNext = last?.isWaiting === true && last.name === name
    if (isNext) {
      last.isWaiting = false
      last.answers.push(...Object.values(inputResponses ?? {}).map(({ action }) => action))
      byId.set(id, last)
      return
    }
    const call = { name, args, questions: 0, answers: [], progress: 0, result: undefined }
    calls.push(call)
    byId.set(id, call)
  }

  function takeAnswer({ id, result }) {
    asked.get(id).answers.push(result?.action)
    asked.delete(id)
  }

  function takeFromServer(message) {
    const current = calls.at(-1)
    if (current === undefined) return
    if (message.method === 'notifications/progress') current.progress++
    if (isQuestion(message)) {
      current.questions++
      asked.set(message.id, current)
    }
    const answered = message.method === undefined ? byId.get(message.id) : undefined
    if (answered === undefined) return
    if (wantsInput(message)) {
      answered.questions += Object.values(message.result.inputRequests ?? {}).filter(
        isQuestion,
      ).length
      answered.isWaiting = true
    } else answered.result ??= message.result ?? { error: message.error }
  }
}
