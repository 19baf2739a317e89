FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Left behind: the Node that npm installs, because the image brings its own, and what is in the built pages already.
RUN npm run build && npm uninstall --no-save --omit=dev --omit=optional \
  @base-ui/react @fontsource-variable/inter @fontsource-variable/jetbrains-mono @noble/curves \
  @tanstack/react-query @tanstack/react-virtual jwt-decode lucide-react oidc-client-ts pdfjs-dist \
  react react-dom react-router

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 CLAIMCHECK_DATA=/data CLAIMCHECK_CONFIG=/etc/claimcheck/environments.json
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/src src
RUN mkdir /data && chown 65534:65534 /data
VOLUME /data
USER 65534:65534
EXPOSE 8700
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8700) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
