import { demonstrate } from './demonstrate.ts'
import { reviewAsMaintainer } from './review-as-maintainer.ts'
import { type Actor, workAsAgent } from './work-as-agent.ts'

const [, , first, second = ''] = process.argv

// The casts name what the first process gives to the others.
if (first === '--agent') await workAsAgent(JSON.parse(second) as Actor)
else if (first === '--maintainer') await reviewAsMaintainer(JSON.parse(second) as Actor)
else await demonstrate(first)
