import { expect, test } from 'vitest'
import { ALL_FORMATS } from '../src/index.ts'
import { surviveDamage } from './fuzz/survive-damage.ts'

// FUZZ_ROUNDS is the number of damaged files of each format. FUZZ_SEED selects other damage than usual,
// `date` new damage each time.
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 400)
const SEED = process.env.FUZZ_SEED === 'date' ? Date.now() % 2 ** 31 : Number(process.env.FUZZ_SEED ?? 20_262)

test.each(ALL_FORMATS.map((format) => [format.id, format] as const))(
  `%s reads what it can of many damaged files (seed ${SEED})`,
  (_, format) => {
    expect(() => surviveDamage(format, ROUNDS, SEED)).not.toThrow()
  },
)
