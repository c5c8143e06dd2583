# The bot in a container: built in one image, run in another that holds nothing but the program.
#   docker compose up -d --build
# For a Raspberry Pi and other arm64 machines, build it there, or: docker buildx build --platform linux/arm64 .

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY src src
COPY benches benches
COPY assets assets
COPY config config
COPY migrations migrations
# The one test target is named in Cargo.toml; the program needs no more of it than that it is there.
RUN mkdir -p tests/it && echo 'fn main() {}' > tests/it/main.rs
RUN cargo build --release --locked && cp target/release/jinlami /jinlami

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin jinlami \
  && install -d -o jinlami -g jinlami -m 0700 /data
COPY --from=build /jinlami /usr/local/bin/jinlami
USER jinlami
WORKDIR /data
# Everything is kept in /data. No VOLUME on purpose: an unnamed volume would be left behind with the next image without a word, while
# the bot warns at its start when /data is none.
ENV JINLAMI_DATABASE__URL=sqlite:///data/jinlami.db
# Inside a container nobody reaches the page's loopback address; publish it knowingly, behind something that has a sign-in.
ENV JINLAMI_WEB__LISTEN=
ENV JINLAMI_METRICS__LISTEN=127.0.0.1:9464
# Two heaps instead of one for each thread: a storm of 200 players leaves 75 MiB resident instead of 111.
ENV MALLOC_ARENA_MAX=2
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9464 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["jinlami"]
CMD ["run"]
