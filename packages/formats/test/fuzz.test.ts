import { expect, test } from 'vitest'
import { ALL_FORMATS } from '../src/index.ts'
import { surviveDamage } from './fuzz/survive-damage.ts'

const ROUNDS = 40
const SEED = 20_261

test.each(ALL_FORMATS.map((format) => [format.id, format] as const))(
  '%s reads what it can of damaged files, and writes nothing it has not understood',
  (_, format) => {
    expect(() => surviveDamage(format, ROUNDS, SEED)).not.toThrow()
  },
)
