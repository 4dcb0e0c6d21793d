import { Failure } from '@dragoman/contract'
import { expect, test } from 'vitest'
import {
  extensionOf,
  isRefused,
  originsOf,
  secondsToChoose,
  withFormat,
  wrongOrigin,
} from './channel-fields.ts'

const KNOWN = [
  { id: 'i18next-json', extensions: ['.json'] },
  { id: 'icu-json', extensions: ['.json'] },
  { id: 'android-xml', extensions: ['.xml'] },
  { id: 'rails-yaml', extensions: ['.yml', '.yaml'] },
  { id: 'yaml', extensions: ['.yaml', '.yml'] },
]

test('adding a format replaces one that shares an extension with it', () => {
  expect(withFormat(['i18next-json'], 'android-xml', KNOWN)).toEqual(['i18next-json', 'android-xml'])
  expect(withFormat(['i18next-json', 'android-xml'], 'icu-json', KNOWN)).toEqual(['android-xml', 'icu-json'])
  expect(withFormat(['rails-yaml'], 'yaml', KNOWN)).toEqual(['yaml'])
  expect(withFormat(['gone'], 'yaml', KNOWN)).toEqual(['gone', 'yaml'])
})

test('the first extension of a format is the one in its address', () => {
  expect(extensionOf('rails-yaml', KNOWN)).toBe('.yml')
  expect(extensionOf('rails-yaml', [])).toBe('.json')
})

test('origins are one per line, as browsers send them', () => {
  const typed = ' https://Shop.example.com/ \n\nhttp://localhost:3000\nhttps://shop.example.com\n'
  expect(originsOf(typed)).toEqual(['https://shop.example.com', 'http://localhost:3000'])
  expect(originsOf(' \n')).toEqual([])
  expect(wrongOrigin(originsOf(typed))).toBeNull()
  expect(wrongOrigin(['https://a.example', 'shop.example.com'])).toBe('shop.example.com')
  expect(wrongOrigin(['https://a.example/app'])).toBe('https://a.example/app')
})

test('the current value stays a choice', () => {
  expect(secondsToChoose([0, 60, 300], 90)).toEqual([0, 60, 90, 300])
  expect(secondsToChoose([0, 60], 60)).toEqual([0, 60])
})

test('a refusal of a new channel is shown at the setting too', () => {
  const reported = [{ pointer: '/settings/formats/0', code: 'x' }]
  const refused = new Failure('invalid-input', {}, { reported })
  expect([isRefused(refused, 'formats'), isRefused(refused, 'cacheSeconds')]).toEqual([true, false])
})

test('a refusal is shown at the setting', () => {
  const refused = new Failure('invalid-input', {}, { reported: [{ pointer: '/origins/2', code: 'x' }] })
  expect([isRefused(refused, 'origins'), isRefused(refused, 'formats')]).toEqual([true, false])
  expect(isRefused(new Error('away'), 'origins')).toBe(false)
})
