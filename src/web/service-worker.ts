import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'

/** What the build puts in the place of this: the app's own files, and nothing that the BFF answers. */
declare const __FILES__: PrecacheEntry[]

interface Navigation extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}

precacheAndRoute(__FILES__, { directoryIndex: undefined, cleanURLs: false, ignoreURLParametersMatching: [] })

// A page always comes from the network, so that none is older than its installation; without one, its bare frame serves.
// It is asked for as a page of this origin would: a session that there is comes along.
self.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Navigation
  if (request.mode !== 'navigate' || request.method !== 'GET' || notAScreen.test(new URL(request.url).pathname)) return
  respondWith.call(event, fetch(request.url, { headers: { accept: 'text/html' } }).catch(offlinePage))
})

/** What only the network answers: the BFF, webhooks, and the way back from an identity service with its code. */
const notAScreen = /^\/(?:bff|hooks|callback)(?:\/|$)/

async function offlinePage(): Promise<Response> {
  return (await matchPrecache('/index.html')) ?? Response.error()
}
