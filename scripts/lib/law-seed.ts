// Laws with random values use the same ones in every run, so that a run tells about the change and not about
// luck. By hand: `DRAGOMAN_LAW_SEED=random npx vitest run packages/core/test/laws.test.ts`, or the number
// that a failure names.
import fc from 'fast-check'

const asked = process.env.DRAGOMAN_LAW_SEED ?? '20'
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) })
