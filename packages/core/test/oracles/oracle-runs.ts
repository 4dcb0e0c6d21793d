import fc from 'fast-check'

/** Generated messages for each program that our parsers are compared with; LAW_RUNS changes it. */
export const ORACLE_RUNS = { numRuns: Number(process.env.LAW_RUNS ?? 10_000) }

/** Messages that consist of these pieces and now and then any characters. */
export function messagesOf(
  pieces: readonly string[],
  { maxLength = 8, noise = 1 } = {},
): fc.Arbitrary<string> {
  return fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...pieces) },
        { weight: noise, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''))
}

/** Returns exactly `ORACLE_RUNS.numRuns` messages, for programs that read many in one run. */
export function sampleOf(messages: fc.Arbitrary<string>): readonly string[] {
  return fc.sample(messages, { ...ORACLE_RUNS, seed: fc.readConfigureGlobal().seed ?? 1 })
}
