/** Returns how often other work got its turn while something ran. */
export async function countTurns<T>(run: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isDone = false
  const others = async () => {
    for (;;) {
      await new Promise(setImmediate)
      if (isDone) return
      turns++
    }
  }
  const counting = others()
  const result = await run()
  isDone = true
  await counting
  return { result, turns }
}
