import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as store from './index.ts'

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url))

type ErrorClass = new (...given: never[]) => Error

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === 'function' && value.prototype instanceof Error
}

test('every error has the name of its class', () => {
  const classes = Object.entries(store as Readonly<Record<string, unknown>>).flatMap(([exported, value]) =>
    isErrorClass(value) ? [{ exported, value }] : [],
  )
  expect(classes.length).toBeGreaterThan(10)
  // The arguments only end up in messages and fields.
  const given = [{}, {}, {}] as never[]
  const names = classes.map(({ value }) => [value.name, new value(...given).name])
  expect(names).toEqual(classes.map(({ exported }) => [exported, exported]))
})

test('comments only name errors that exist', () => {
  const files = ['store', 'server', 'contract', 'cli'].flatMap((name) =>
    readdirSync(join(PACKAGES, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(PACKAGES, name, 'src', file), 'utf8')),
  )
  const declared = new Set(
    files.flatMap((text) => [...text.matchAll(/\bclass (\w+)/g)].map(([, name]) => name)),
  )
  const named = files.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => /^\s*(\*|\/\*\*|\/\/)/.test(line))
      .flatMap((line) => line.match(/\b[A-Z]\w+Error\b/g) ?? []),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !declared.has(name) && !(name in globalThis))).toEqual([])
})
