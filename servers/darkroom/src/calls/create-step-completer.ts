import type { NextStep, Outcome, Policy } from 'toolaccord'

/**
 * Creates the policy that adds the image of a call to the steps that its failure suggests. The code
 * that suggests them knows what to do, but not which image was asked for.
 */
export const createStepCompleter = (takesImage: (tool: string) => boolean): Policy => ({
  name: 'steps',
  async around({ args }, next) {
    const outcome = await next()
    const image = imageOf(args)
    if (outcome.ok || image === undefined) return outcome
    return withSteps(outcome, (step) => {
      if (!takesImage(step.tool) || step.args?.image_id !== undefined) return step
      return { ...step, args: { image_id: image, ...step.args } }
    })
  },
})

type Failure = Extract<Outcome, { readonly ok: false }>

function withSteps(outcome: Failure, change: (step: NextStep) => NextStep): Failure {
  const [first, ...others] = outcome.problems.map((problem) => {
    if (problem.next === undefined) return problem
    return { ...problem, next: problem.next.map(change) }
  })
  return first === undefined ? outcome : { ...outcome, problems: [first, ...others] }
}

function imageOf(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || !('image_id' in args)) return undefined
  return typeof args.image_id === 'string' ? args.image_id : undefined
}
