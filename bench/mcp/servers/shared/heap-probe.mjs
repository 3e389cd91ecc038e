// Loaded before a server whose heap is measured: on SIGUSR2 it collects garbage and writes the size
// of the rest to stderr.
process.on('SIGUSR2', () => {
  globalThis.gc()
  process.stderr.write(`heap ${process.memoryUsage().heapUsed}\n`)
})
