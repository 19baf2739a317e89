import { addressDifferences, nearest } from './address-differences.ts'
import { family, those } from './family.ts'

/** How the origins that are allowed differ from the one of the page. An origin is scheme, host and port alone (RFC 6454 §6.2). */
export const origins = family(
  ['origin:differs', 'origin:slash', 'origin:path', 'origin:scheme', 'origin:host', 'origin:port', 'origin:localhost'],
  (evidence) => {
    const text = evidence.text()
    const page =
      /from origin ['"]?(https?:\/\/[^\s'"<>]{3,200}|null)/i.exec(text)?.[1] ??
      /^[<> \t]{0,6}["']?Origin["']?:\s{0,2}["']?(https?:\/\/[^\s'"<>]{3,200})/im.exec(text)?.[1]
    const allowed = [
      ...evidence
        .valuesOf(
          'access_control_allow_origin',
          'allowed_origins',
          'allowed_origin',
          'web_origins',
          'cors_origins',
          'allow_origins',
          'cors_allowed_origins',
        )
        .flatMap((value) => value.split(/[\s,;]+/)),
      .../* The header as the browser's message quotes it. */ [
        ...text.matchAll(
          /Access-Control-Allow-Origin['"]? header (?:has a value|contains|in the response has a value) ['"](https?:\/\/[^'"\s]{3,200})['"]/gi,
        ),
      ].map((match) => match[1] ?? ''),
      ...[
        ...text.matchAll(
          /(?:WithOrigins|allowedOrigins?|setAllowedOrigins|allow_origins|CORS_ALLOWED_ORIGINS|webOrigins|origins?)["']?\s{0,2}[(:=]\s{0,2}(?:List\.of|Arrays\.asList)?[[("'\s]{1,6}(https?:\/\/[^"'\s)\]]{3,200})/g,
        ),
      ].map((match) => match[1] ?? ''),
      ...evidence
        .addressed()
        .flatMap(({ about, role, value }) => (about === 'origin' && role === 'registered' ? [value] : [])),
    ].filter((one) => /^https?:\/\//.test(one) && (!one.includes('*') || /^https?:\/\/[^/*]+\/\*$/.test(one)))
    const withPath = allowed.find((one) => /^https?:\/\/[^/]+\/./.test(one))
    const withSlash = allowed.find((one) => /^https?:\/\/[^/]+\/$/.test(one))
    const closest = page === undefined ? undefined : nearest(page, allowed)
    const parts = closest === undefined || page === undefined ? [] : addressDifferences(page, closest.other)
    const registered = parts.length > 0 ? closest?.other : (withSlash ?? withPath)
    return {
      facts: those({
        'origin:differs': parts.length > 0,
        'origin:slash': withSlash && (page === undefined || parts.includes('slash')),
        'origin:path': withPath && (page === undefined || parts.length > 0),
        'origin:scheme': parts.includes('scheme'),
        'origin:host': parts.includes('host'),
        'origin:port': parts.includes('port'),
        'origin:localhost': parts.includes('localhost'),
      }),
      values: { origin: page, origin_registered: registered },
    }
  },
)
