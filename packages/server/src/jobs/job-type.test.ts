import { expect, test } from 'vitest'
import { type JobType, jobType } from './job-type.ts'

const COUNT: JobType<'undo', { readonly to: number }> = jobType('undo')

test('a job type returns the payload of its jobs, and of no others', () => {
  expect(COUNT.payloadOf({ kind: 'undo', payload: { to: 3 } }).to).toBe(3)
  expect(() => COUNT.payloadOf({ kind: 'import', payload: { to: 3 } })).toThrow('kind import')
})
