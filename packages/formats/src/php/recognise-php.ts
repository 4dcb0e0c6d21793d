import type { Recognition } from '../format.ts'

/** Recognizes PHP files that return or fill an array, and are not programs. */
export function recognisePhp(path: string, head: string): Recognition {
  if (!/\.php$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (!/<\?php\b|<\?=?/i.test(head)) return { certainty: 0, reason: 'no-php' }
  if (/^[^\S\r\n]*(?:(?:final|abstract)\s+)?(?:class|interface|trait|function|enum)\s+\w/m.test(head))
    return { certainty: 0, reason: 'php-program' }
  if (/^[^\S\r\n]*return\s*(?:\[|array\s*\()/im.test(head))
    return { certainty: 2, reason: 'php-array-returned' }
  if (/^[^\S\r\n]*\$\w+\s*\[\s*['"][^'"\n]+['"]\s*\]\s*=\s*['"]/m.test(head))
    return { certainty: 2, reason: 'php-assignments' }
  if (/^[^\S\r\n]*\$\w+\s*=\s*(?:\[|array\s*\()/im.test(head))
    return { certainty: 1, reason: 'php-array-assigned' }
  return { certainty: 0, reason: 'no-array' }
}
