import { expect, test } from 'vitest'
import { type JobType, jobType } from './job-type.ts'

const COUNT: JobType<'count', { readonly to: number }> = jobType('count', 'numbers')

test('a job type returns the payload of its jobs, and of no others', () => {
  expect(COUNT.payloadOf({ kind: 'count', payload: { to: 3 } }).to).toBe(3)
  expect(() => COUNT.payloadOf({ kind: 'import', payload: { to: 3 } })).toThrow('kind import')
})
