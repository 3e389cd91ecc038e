import type { Attributes, MeterProvider } from '@opentelemetry/api'

/** The metrics of one server's calls. */
export interface CallMetrics {
  /** Counts a call as running. Returns what counts it as ended. */
  begin(about: Attributes): (ended: Attributes, seconds: number) => void
}

/** In seconds, as the MCP conventions have them. */
const bounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]

/** Creates the metrics of calls at a provider. */
export function createCallMetrics(provider: MeterProvider): CallMetrics {
  const meter = provider.getMeter('toolaccord')
  const calls = meter.createCounter('toolaccord.calls', {
    unit: '{call}',
    description: 'Calls that have ended.',
  })
  const duration = meter.createHistogram('toolaccord.call.duration', {
    unit: 's',
    description: 'How long calls took.',
    advice: { explicitBucketBoundaries: bounds },
  })
  const active = meter.createUpDownCounter('toolaccord.active_calls', {
    unit: '{call}',
    description: 'Calls that are running.',
  })
  return {
    begin(about) {
      active.add(1, about)
      return (ended, seconds) => {
        active.add(-1, about)
        calls.add(1, ended)
        duration.record(seconds, ended)
      }
    },
  }
}
