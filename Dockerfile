# syntax=docker/dockerfile:1
# The page, then the programs with the page inside, then a small image with
# nothing but them. docker-compose.yml runs it as server and as bots.

FROM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY web ./
# Who runs the site, how to reach them, and where its source code is: shown on the page.
ARG VITE_OPERATOR VITE_CONTACT VITE_SOURCE
RUN npm run build

FROM rust:1.95-bookworm AS programs
WORKDIR /src
COPY . .
COPY --from=web /src/web/dist web/dist
# The caches keep registry and compiled crates from build to build; what is
# wanted must be copied out of them in the same step.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked -p vzetek-server -p vzetek-bot \
    && mkdir /out \
    && cp target/release/vzetek-server target/release/vzetek-bot /out/

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --create-home --home-dir /data vzetek
COPY --from=programs /out/ /usr/local/bin/
USER vzetek
WORKDIR /data
# Without a Postgres the games are kept in this folder: mount a volume there.
ENV VZETEK_LISTEN=0.0.0.0:8080 \
    VZETEK_DATABASE=sqlite:/data/vzetek.sqlite
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["curl", "--fail", "--silent", "--show-error", "--output", "/dev/null", "http://127.0.0.1:8080/health"]
CMD ["vzetek-server"]
