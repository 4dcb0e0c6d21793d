/**
 * Returns a function that does a job, once more if it is called meanwhile, also after a failure; its promise includes
 * that.
 */
export function whileDue(job: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isDue = false
  async function run(): Promise<void> {
    try {
      while (isDue) {
        isDue = false
        try {
          await job()
        } catch (error) {
          if (!isDue) throw error
        }
      }
    } finally {
      running = null
    }
  }
  return () => {
    isDue = true
    running ??= run()
    return running
  }
}
