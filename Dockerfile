# The program for amd64 and arm64. It needs a Redis at REDIS_URL: compose.yaml starts one beside it.
#   docker build -t tasa . && docker run --rm tasa --help
FROM node:24-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sandbox/package.json sandbox/
# The base image has Node, so neither the package `node` nor its programs are kept, nor what only developers read.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/node node_modules/node-linux-* node_modules/@napi-rs/*-musl node_modules/.bin node_modules/zod/src node_modules/@e965/xlsx/dist \
  && find node_modules/@fontsource/inter -type f ! -name package.json ! -name LICENSE ! -name 'inter-latin*-normal.woff2' -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.*ts' -o -name '*.md' \) ! -iname 'licen*' -delete

FROM node:24-slim
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json .env.example ./
COPY examples examples
COPY ops/container ops/container
COPY sandbox/package.json sandbox/
COPY sandbox/src sandbox/src
COPY src src
ARG VERSION=unknown
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="tasa" \
  org.opencontainers.image.description="A Telegram bot that knows what the bolivar is worth, and the rate service behind it" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$COMMIT"
ENV NODE_ENV=production \
  TASA_COMMIT=$COMMIT \
  NODE_COMPILE_CACHE=/app/.cache/node \
  HOST=0.0.0.0 \
  DATA_DIR=/data \
  INSTALL_REDIS=false
RUN install -d -o node -g node /data /secrets /app/.cache
USER node
# Compiles every module once, so that a container starts as fast as a second start elsewhere. Node keeps it by user: not as root.
RUN node --min-semi-space-size=8 --max-semi-space-size=32 --no-parallel-scavenge --heap-growing-percent=150 \
  ops/container/warm.mjs
EXPOSE 8080 8081
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 CMD ["/app/ops/container/healthcheck.sh"]
# Node itself is the first process: it ends in order at SIGTERM, within 10 s.
ENTRYPOINT ["node", "--min-semi-space-size=8", "--max-semi-space-size=32", "--no-parallel-scavenge", "--heap-growing-percent=150", "/app/src/main.ts"]
CMD ["start"]
