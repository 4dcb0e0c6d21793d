import { Failure } from '@dragoman/contract'
import { describe, expect, test } from 'vitest'
import { limitAttempts } from './attempt-limits.ts'

function limits() {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const { begin } = limitAttempts(() => new Date(time))
  const isAllowed = (address: string, account = 'Ann') => {
    try {
      begin({ address, account })
      return true
    } catch (error) {
      if (error instanceof Failure && error.code === 'too-many-requests') return false
      throw error
    }
  }
  const wait = (ms: number) => {
    time += ms
  }
  return { begin, isAllowed, wait }
}

describe('attempts', () => {
  test('ten from one address, then none for a quarter of an hour', () => {
    const { isAllowed, wait } = limits()
    expect(Array.from({ length: 12 }, () => isAllowed('10.0.0.1'))).toEqual([
      ...Array(10).fill(true),
      false,
      false,
    ])
    wait(15 * 60 * 1000 + 1)
    expect(isAllowed('10.0.0.1')).toBe(true)
  })

  test('an attack from elsewhere does not lock out the owner, nor after two mistakes of their own', () => {
    const { begin, isAllowed } = limits()
    for (let host = 0; host < 50; host++) isAllowed(`10.0.1.${host}`)
    for (let mistake = 0; mistake < 2; mistake++) expect(isAllowed('10.0.0.9')).toBe(true)
    const right = begin({ address: '10.0.0.9', account: 'Ann' })
    right.withdraw()
    expect(isAllowed('10.0.0.9')).toBe(true)
    expect(isAllowed('10.0.0.9')).toBe(false)
  })

  test('right ones do not count', () => {
    const { begin } = limits()
    for (let count = 0; count < 30; count++) begin({ address: '10.0.0.1', account: 'Ann' }).withdraw()
    expect(() => begin({ address: '10.0.0.1', account: 'Ann' })).not.toThrow()
  })

  test('the addresses of one IPv6 network are one', () => {
    const { isAllowed } = limits()
    for (let count = 0; count < 10; count++) expect(isAllowed(`2001:db8:0:7::${count + 1}`)).toBe(true)
    expect(isAllowed('2001:db8::7:aaaa:bbbb:cccc:dddd')).toBe(false)
    expect(isAllowed('2001:db8:0:8::1', 'Bob')).toBe(true)
  })
})
