# R's leaps for some members of a crowd: seconds each of the best of some runs, and the sets, one line per member.
# Arguments: folder of m*.csv (rows whose covariance is that of (x, u, prediction), the columns forced in listed in m*.txt), facts, runs.
suppressMessages(library(leaps))
given <- commandArgs(trailingOnly = TRUE)
facts <- as.integer(given[2])
runs <- as.integer(given[3])
for (path in sort(list.files(given[1], pattern = "csv$", full.names = TRUE))) {
  table <- as.matrix(read.csv(path, header = FALSE))
  x <- table[, -ncol(table)]
  colnames(x) <- paste0("c", seq_len(ncol(x)))
  y <- unname(table[, ncol(table)])
  forced <- scan(sub("csv$", "txt", path), quiet = TRUE)
  best <- Inf
  for (run in seq_len(runs)) {
    start <- as.numeric(Sys.time())
    found <- regsubsets(x, y, nvmax = facts + length(forced), force.in = forced, intercept = FALSE, method = "exhaustive", really.big = TRUE)
    best <- min(best, as.numeric(Sys.time()) - start)
  }
  which <- summary(found)$which  # forced columns come first: names tell
  chosen <- as.integer(sub("c", "", names(which(which[nrow(which), ]))))
  cat(best, setdiff(chosen, forced) - 1, "\n")
}
