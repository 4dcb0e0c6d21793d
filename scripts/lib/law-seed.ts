// Property tests use the same random values in every run, so that a result depends on the change and not on
// chance. Manually: `DRAGOMAN_LAW_SEED=random npx vitest run packages/core/test/laws.test.ts`, or the seed
// printed by a failure.
import fc from 'fast-check'

const asked = process.env.DRAGOMAN_LAW_SEED ?? '20'
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) })
